"""The base of every answer."""

from typing import Optional

from pydantic import BaseModel, ConfigDict, PrivateAttr


class Model(BaseModel):
    """Fields that this version doesn't know are kept, as attributes too: later services may answer more."""

    model_config = ConfigDict(extra="allow", protected_namespaces=(), use_attribute_docstrings=True)

    _request_id: Optional[str] = PrivateAttr(default=None)
