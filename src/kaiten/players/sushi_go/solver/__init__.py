"""Exact solver of two-player rounds with both hands known: start at `solution` (from Python), then `round_solver` (the algorithm).

Solver.solve calls solve_root, that solve (recursive), both double_oracle_step, that simplex. Solver.exploit_values calls exploit (recursive),
that solve, solve_root and model_replies. The kernels are unchecked: states have to be possible, and moves legal.
"""
