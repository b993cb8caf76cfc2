"""Installing plugins apart from the host's environment: overlay, ledger, pip."""
