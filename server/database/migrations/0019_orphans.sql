-- Whether any campaign shows a picture.
create index campaign_images on campaign using gin (images jsonb_path_ops) where deleted_at is null;
