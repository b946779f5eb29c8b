"""`footnote.search(query=…)` is `footnote.search.query(query=…)`."""

from .resources import AsyncSearchResource, SearchResource


class Search(SearchResource):
    """Search. Call it, or one of its methods."""

    __call__ = SearchResource.query


class AsyncSearch(AsyncSearchResource):
    """Search. Call it, or one of its methods."""

    __call__ = AsyncSearchResource.query
