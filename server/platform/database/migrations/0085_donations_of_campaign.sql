-- The organiser's list reads a page of the newest paid donations; without this index it sorted all donations of the campaign.
create index donation_of_campaign on donation (campaign_id, mode, created_at desc, id desc) where state = 'paid';
