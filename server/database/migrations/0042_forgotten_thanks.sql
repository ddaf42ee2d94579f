-- What an owner wrote to donors goes when the owner does.
grant delete on thanks to ajo_app;
