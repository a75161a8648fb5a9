/** Every page: dialogs and settings. */
import "./dialogs.js";
import "./settings.js";
