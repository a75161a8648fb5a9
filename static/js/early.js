/* Classic script, loaded in <head>: stored settings reach <html> before the first paint, so nothing flashes. */
"use strict";
(function () {
  var html = document.documentElement;
  html.dataset.js = "on";
  try {
    var stored = JSON.parse(localStorage.getItem("qpg.settings") || "{}");
    /* settings.js writes the same attributes */
    var on = function (name, otherwise) {
      return typeof stored[name] === "boolean" ? stored[name] : otherwise;
    };
    if ("corner" in stored) html.dataset.tileIndex = on("corner", true) ? "on" : "off";
    if (on("contrast", false)) html.dataset.theme = "contrast";
    if (on("large", false)) html.dataset.large = "on";
    if ("motion" in stored) html.dataset.motion = on("motion", true) ? "on" : "off";
    html.dataset.tap = on("tap", false) ? "one" : "two";
    html.dataset.same = on("same", true) ? "on" : "off";
    html.dataset.inks = on("inks", false) ? "four" : "two";
  } catch (error) {
    /* storage is blocked or damaged: the defaults stand */
  }
})();
