"""The site's addresses and those of the scenes."""

from django.urls import path

from mahjong_site import urls as site
from mahjong_site.urls import handler400, handler403, handler404, handler429, handler500
from tests.scenes import views

__all__ = ["handler400", "handler403", "handler404", "handler429", "handler500", "urlpatterns"]

urlpatterns = [
    path("positions/", views.index, name="scenes"),
    path("positions/<name>/", views.position, name="scene"),
    *site.urlpatterns,
]
