-- Donors read when and to which account their donation was paid out. Each change of a bank account makes a new sub-account, so its last
-- digits never change.
alter table bank_account_use add column last4 text check (last4 ~ '^[0-9]{4}$');
update bank_account_use set last4 = account_number_last4
from campaign where campaign.sub_account_code = bank_account_use.sub_account_code and account_number_last4 ~ '^[0-9]{4}$';

-- Set for a donation whose donor has been mailed that it was paid out, so that a repeated settlement mails nobody again.
create table payout_notice (
  campaign_id text not null,
  donation_id uuid not null,
  at timestamptz not null,
  primary key (campaign_id, donation_id),
  foreign key (campaign_id, donation_id) references donation (campaign_id, id)
);
grant select, insert on payout_notice to ajo_app;
-- Earlier payouts are shown and not mailed.
insert into payout_notice (campaign_id, donation_id, at)
select distinct line.campaign_id, line.donation_id, now() from settlement_line line
join settlement using (mode, settlement_id)
where settlement.sub_account_code is not null and settlement.status = 'success';
