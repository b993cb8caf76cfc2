"""Linear systems, matrix-free."""

from collections.abc import Callable

import numpy as np

from tabletop_pig.solver.model import Floats


def gmres(
    apply: Callable[[Floats], Floats],
    right: Floats,
    guess: Floats,
    tolerance: float,
    restart: int = 40,
    most: int = 400,
) -> Floats:
    """Solves ``apply(x) = right`` until the residual's Euclidean norm is at most ``tolerance`` or ``most`` products.

    The generalised minimal residual method with restarts (Saad & Schultz 1986).
    """
    solution = guess.copy()
    products = 0
    while products < most:
        residual = right - apply(solution)
        norm = float(np.linalg.norm(residual))
        if not norm > tolerance:
            break
        basis = np.empty((restart + 1, right.size))
        basis[0] = residual / norm
        hessenberg = np.zeros((restart + 1, restart))
        for step in range(restart):
            vector = apply(basis[step])
            products += 1
            for _repeat in range(2):  # Gram-Schmidt, twice: once is not orthogonal enough
                along = basis[: step + 1] @ vector
                vector -= along @ basis[: step + 1]
                hessenberg[: step + 1, step] += along
            length = float(np.linalg.norm(vector))
            hessenberg[step + 1, step] = length
            aim = np.zeros(step + 2)
            aim[0] = norm
            weights, *_rest = np.linalg.lstsq(hessenberg[: step + 2, : step + 1], aim, rcond=None)
            left = float(np.linalg.norm(hessenberg[: step + 2, : step + 1] @ weights - aim))
            if length < 1e-300 or left <= tolerance or products >= most:
                break
            basis[step + 1] = vector / length
        solution += weights @ basis[: len(weights)]
    return solution
