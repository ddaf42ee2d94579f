-- Earlier links to reset a password work as well until one is used. The default is for a version that stores only verifications.
alter table earlier_verification_code
  add column purpose text not null default 'verifyEmail' check (purpose in ('verifyEmail', 'resetPassword'));
