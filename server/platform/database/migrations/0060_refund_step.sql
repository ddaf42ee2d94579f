-- When a refund entered each of its states, for the people who follow it. The trigger records every change, so that no code path can leave one out.
create table refund_step (
  id bigint generated always as identity primary key,
  campaign_id text not null,
  refund_id uuid not null,
  state text not null,
  at timestamptz not null,
  foreign key (campaign_id, refund_id) references refund (campaign_id, id)
);
create index refund_step_refund on refund_step (campaign_id, refund_id, id);
grant select, insert on refund_step to ajo_app;

create function record_refund_step() returns trigger language plpgsql as $$
begin
  insert into refund_step (campaign_id, refund_id, state, at) values (new.campaign_id, new.id, new.state, clock_timestamp());
  return null;
end $$;
create trigger refund_step_of_new after insert on refund for each row execute function record_refund_step();
create trigger refund_step_of_change after update of state on refund
  for each row when (old.state is distinct from new.state) execute function record_refund_step();

-- Of earlier refunds only the first and the latest state are known.
insert into refund_step (campaign_id, refund_id, state, at)
select campaign_id, id, 'requested', created_at from refund order by created_at;
insert into refund_step (campaign_id, refund_id, state, at)
select campaign_id, id, state, changed_at from refund where state <> 'requested' order by changed_at;

create index refund_donation on refund (campaign_id, donation_id);
