"""The tables of reports. Only `reports/operations` writes them."""

from reports.models.day_copies import DayCopy
from reports.models.filings import Delivery, FiledFile, FiledFilePart, StoredFiling
from reports.models.orders import OrderFile, OrderPage, ReportOrder, Schedule
from reports.models.rollups import AccountDay, GameDay, GameHour, MoneyDay, RollupCursor

__all__ = [
    "AccountDay",
    "DayCopy",
    "Delivery",
    "FiledFile",
    "FiledFilePart",
    "GameDay",
    "GameHour",
    "MoneyDay",
    "OrderFile",
    "OrderPage",
    "ReportOrder",
    "RollupCursor",
    "Schedule",
    "StoredFiling",
]
