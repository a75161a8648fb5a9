"""What every page of the house needs: answers, error pages, HTML, the language that is spoken. Knows no game and no account."""
