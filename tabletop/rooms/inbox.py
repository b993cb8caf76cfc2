"""What has come and wasn't taken yet, in one loop: light, since there is one for each room and each connection."""

import asyncio
from typing import Generic, TypeVar

T = TypeVar("T")


class Inbox(Generic[T]):
    """The oldest first. It lives in one loop, and one at a time waits for what comes."""

    def __init__(self) -> None:
        self.items: list[T] = []
        self.waiting: asyncio.Future[None] | None = None
        """wakes who waits"""

    def put(self, item: T) -> None:
        """Something comes."""
        self.items.append(item)
        if self.waiting is not None and not self.waiting.done():
            self.waiting.set_result(None)

    async def get(self) -> T:
        """The oldest; waits where there is nothing."""
        while not self.items:
            self.waiting = asyncio.get_running_loop().create_future()
            try:
                await self.waiting
            finally:
                self.waiting = None
        return self.items.pop(0)
