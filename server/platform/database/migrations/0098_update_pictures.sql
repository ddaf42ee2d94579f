-- Pictures of an update, in the form of those of campaigns. `earlier` holds those of each version before an edit.
alter table campaign_update
  add column images jsonb not null default '[]' check (jsonb_typeof(images) = 'array' and jsonb_array_length(images) <= 4);
create index campaign_update_images on campaign_update using gin (images jsonb_path_ops);
create index campaign_update_earlier_images on campaign_update using gin (earlier jsonb_path_ops);
