"""九九山城麻将万州版: rules object, presets, fan, settlement and the points where it differs from the shared phases."""
