-- A guest's list of donations, and those that an account with the same address may claim.
create index donation_of_guest on donation (donor_key, created_at desc, id desc) where donor_uid is null;
