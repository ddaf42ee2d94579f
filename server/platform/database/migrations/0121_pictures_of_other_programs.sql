-- Expand: pictures that other programs uploaded to the hosted store, under the id of their asset, once they are in our own storage.
alter table image drop constraint image_id_check;
alter table image add constraint image_id_check check (
  id ~ '^([0-9a-f]{64}|image-[0-9a-f]{40}-[0-9]{1,5}x[0-9]{1,5}-(jpg|jpeg|png|webp))$'
) not valid;
