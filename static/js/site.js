/** Every page: dialogs, settings and language. */
import "./dialogs.js";
import "./language.js";
import "./settings.js";
