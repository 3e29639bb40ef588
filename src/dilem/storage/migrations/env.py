"""Read by Alembic: runs the revisions on the connection that was handed over, in its transaction."""

from alembic import context

from dilem.storage.schema import metadata

context.configure(
    connection=context.config.attributes["connection"], target_metadata=metadata, render_as_batch=True
)
context.run_migrations()
