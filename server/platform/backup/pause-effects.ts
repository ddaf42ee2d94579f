import type pg from 'pg'

/**
 * What was under way at the time of the backup may have happened since. Mails wait for a person, who can send them again, and the provider is
 * asked about each refund before it is sent. Jobs no longer belong to the processes that held them.
 */
export async function pauseEffects(client: pg.Client): Promise<void> {
  await client.query(`
    begin;
    update mail_outbox set failed_at = clock_timestamp(), last_error = 'restored from a backup', leased_until = '-infinity'
      where sent_at is null and failed_at is null;
    update refund set attempts = 1 where state in ('requested', 'held') and attempts = 0;
    update refund set lease_token = null, lease_until = null where lease_token is not null;
    update graphile_worker._private_jobs set locked_at = null, locked_by = null where locked_at is not null;
    update graphile_worker._private_job_queues set locked_at = null, locked_by = null where locked_at is not null;
    commit`)
}
