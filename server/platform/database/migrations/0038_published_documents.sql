-- Supporting documents that their organiser publishes. Visitors see one once a reviewer has approved the campaign with it.
alter table campaign_document add column published_at timestamptz;
