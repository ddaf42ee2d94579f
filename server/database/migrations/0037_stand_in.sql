-- What is shown of a picture while it loads: twelve colours, four across and three down. Pictures from before have none.
alter table image add column stand_in text check (stand_in ~ '^[0-9a-f]{72}$');
