-- Questions of visitors to the organiser of a campaign. Neither sees the address of the other.
create table campaign_question (
  campaign_id text not null,
  -- A keyed hash of the campaign, the asker and the words, so that a repeated form makes no second question.
  id uuid not null,
  asker_key bytea not null,
  -- Null once the answer is stored.
  asker_email_sealed bytea,
  asker_name text not null check (length(asker_name) between 1 and 60),
  language text not null,
  question text not null check (length(question) between 1 and 2000),
  state text not null check (state in ('unconfirmed', 'sent', 'answered', 'reported')),
  asked_at timestamptz not null,
  sent_at timestamptz,
  answer text check (length(answer) between 1 and 2000),
  answered_at timestamptz,
  reported_at timestamptz,
  primary key (campaign_id, id),
  check ((state = 'unconfirmed') = (sent_at is null)),
  check ((state = 'answered') = (answer is not null)),
  check ((answer is null) = (answered_at is null)),
  check ((state = 'reported') = (reported_at is not null))
);
create index campaign_question_newest on campaign_question (campaign_id, sent_at desc);
create index campaign_question_asker on campaign_question (asker_key);
create index campaign_question_age on campaign_question (asked_at);
grant select, insert, update, delete on campaign_question to ajo_app;
