/** What a card table needs beside app.js. */
import "./card-choice.js";
import "./card-input.js";
import "./card-motion.js";
