"""四川麻将: rules and presets, fan, settlement, and the game object (rulebook clauses SC-01 to SC-29)."""
