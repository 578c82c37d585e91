"""Compare what is stored of tables with everything else."""
