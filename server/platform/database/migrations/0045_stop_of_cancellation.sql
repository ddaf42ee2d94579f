-- A cancelled campaign pays nothing out before a staff member releases it (decision 0047).

alter table payout_stop drop constraint payout_stop_kind_check;
alter table payout_stop add constraint payout_stop_kind_check
  check (kind in ('payee', 'bank-account', 'waiting-days', 'reviewer', 'cancelled'));

insert into payout_stop (campaign_id, kind, started_at, asked_by)
select distinct on (campaign_id) campaign_id, 'cancelled', at, actor_uid from campaign_history
where event = 'cancel' and not exists (
  select from deleted_campaign deleted where deleted.campaign_id = campaign_history.campaign_id)
order by campaign_id, at desc;
