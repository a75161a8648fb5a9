"""The house: settings, URLs, ASGI application, Celery application and the supervisor of `manage.py dev`."""
