"""Which plugins and games there are: manifests, the catalogue, loading."""
