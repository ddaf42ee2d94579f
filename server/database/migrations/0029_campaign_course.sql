-- A campaign's whole course: a reviewer may ask before deciding, and campaigns end. The specification has the first three.
alter table campaign drop constraint campaign_status_check;
alter table campaign add constraint campaign_status_check check (
  status in ('pending', 'approved', 'rejected', 'information-requested', 'ended', 'cancelled')
);

-- What was done, beside where it led: some steps lead nowhere else, such as the first of two approvals.
alter table campaign_history add column event text;
update campaign_history set event = case
  when from_status is null then 'submit'
  when to_status = 'frozen' then 'freeze'
  when from_status = 'frozen' then 'unfreeze'
  when to_status = 'approved' then 'approve'
  else 'reject' end;
alter table campaign_history alter column event set not null;
