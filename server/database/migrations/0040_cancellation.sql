-- Cancelled campaigns, whose gifts all go back.
create index campaign_history_cancelled on campaign_history (at) where event = 'cancel';
