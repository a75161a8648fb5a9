/** The table page: everything that belongs to it, in the order it must listen. */
import "./press.js"; // hears of a click before all others
import "./table.js";
import "./drag.js";
import "./panels.js";
import "./auto.js";
import "./frames.js";
import "./focus.js";
import "./sight.js";
import "./same.js";
import "./motion.js";
import "./clock.js";
import "./awake.js";
import "./log.js";
import "./keys.js";
import "./settings.js";
import "./link.js";
