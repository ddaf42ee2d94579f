-- The payment sandbox, which plays another company: these tables and ours never refer to each other.
-- Includes packages/paystack-sandbox/src/storage/schema.sql
grant usage on schema sandbox to ajo_app;
grant select, insert, update on all tables in schema sandbox to ajo_app;
grant delete on sandbox.upload to ajo_app;
grant usage on all sequences in schema sandbox to ajo_app;
