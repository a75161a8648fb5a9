"""What every game shares: seats, prompts, transitions, the deal, the ledger, records and errors."""
