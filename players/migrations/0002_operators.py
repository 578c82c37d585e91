"""The staff's group of operators."""

from django.apps.registry import Apps
from django.db import migrations
from django.db.backends.base.schema import BaseDatabaseSchemaEditor

from rest.permissions import OPERATORS


def create_group(apps: Apps, schema_editor: BaseDatabaseSchemaEditor) -> None:
    """Create the group that `rest.permissions.IsOperator` looks for."""
    groups = apps.get_model("auth", "Group").objects.using(schema_editor.connection.alias)
    groups.get_or_create(name=OPERATORS)


class Migration(migrations.Migration):
    """After Django's own tables."""

    dependencies = (("players", "0001_initial"), ("auth", "0012_alter_user_first_name_max_length"))

    operations = (migrations.RunPython(create_group, migrations.RunPython.noop),)
