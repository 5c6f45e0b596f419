"""How functions are compiled, and the arrays that they work on."""

from collections.abc import Callable
from typing import TypeVar, cast

import numpy as np
from numba import njit
from numpy.typing import NDArray

Floats = NDArray[np.float64]
Integers = NDArray[np.int64]
Keeps = NDArray[np.uint8]

Function = TypeVar("Function", bound=Callable[..., object])


def compiled(function: Function) -> Function:
    """Compile a function, and keep the machine code for the next process where that can be."""
    try:
        return cast(Function, njit(cache=True, nogil=True)(function))
    except RuntimeError:  # neither the package's folder nor the user's can be written to
        return cast(Function, njit(nogil=True)(function))
