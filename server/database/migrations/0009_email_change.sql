-- A code that was mailed to an address which is to become the account's.
alter table action_code
  drop constraint action_code_purpose_check,
  add column new_email text check (new_email = lower(new_email) and length(new_email) <= 254),
  add constraint action_code_purpose check (purpose in ('verifyEmail', 'resetPassword', 'verifyAndChangeEmail')),
  add constraint action_code_new_email check ((purpose = 'verifyAndChangeEmail') = (new_email is not null));
