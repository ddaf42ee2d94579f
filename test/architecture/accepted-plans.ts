type Accepted = {
  /** Of the statement's text. */
  part: string
  /** The rows that it may examine with 100,000 campaigns, and 10,000 donations on one of them. */
  most: number
  /** It examines fewer with fewer campaigns than these. */
  from?: number
  /** Why that is accepted. */
  reason: string
}

/** Statements that may examine more than 50 rows for each that they return, or sort more than 1,000. */
export const acceptedPlans: Accepted[] = [
  {
    part: 'as account, unnest(array[',
    most: 12_000,
    reason: 'A trial balance sums every entry up to its last day, a few times a month.',
  },
  {
    part: 'lagos_day(issued_at)::text as day',
    most: 25_000,
    reason:
      'An admin’s file of the receipts of a period reads 500 by their serial numbers at a time.',
  },
  {
    part: 'at::text as place',
    most: 25_000,
    reason: 'An admin’s file of the acts of a period reads all tables in which acts are.',
  },
  {
    part: 'legs.fee, legs.platform, legs.net, settlement.state',
    most: 30_000,
    reason:
      'A spreadsheet reads the entries, the payment and the settlement of 500 donations by index, and the confirmed addresses once.',
  },
  {
    part: 'of_owner as materialized',
    most: 700,
    reason:
      "The days of an organiser's campaigns name the campaigns, and the open refunds are summed.",
  },
  {
    part: 'campaign_day',
    most: 350,
    reason: 'The days of one campaign are summed, however many donations there were.',
  },
  {
    part: 'as walked from (',
    most: 25_000,
    reason:
      'The list counts among 4,000 walked rows, and then says that there may be more. Of 15,000 rows PostgreSQL sorts all instead.',
  },
  {
    part: 'select count(*) as total from ((select',
    most: 16_000,
    reason:
      'A list is counted by its conditions where fewer than 50 campaigns were found among the walked rows.',
  },
  {
    part: 'page on page.campaign_id = c.id',
    most: 16_000,
    reason: 'Filters that no index combines walk 4,000 rows until the page is full.',
  },
  {
    part: 'window sorted as (order by leaf.leaf_index',
    most: 21_000,
    reason: 'The public ledger of a campaign numbers its entries, and shows the sum after each.',
  },
  {
    part: 'with waiting as materialized (',
    most: 400,
    reason: 'What waits for a person of staff is counted as a whole.',
  },
  {
    part: 'select kind, count(*) from ((select kind',
    most: 50_100,
    reason:
      'A list of staff says how many items of each kind it has, and counts up to 10,000 of each table.',
  },
  {
    part: 'as settlement, settlement.settled_at as "settledAt"',
    most: 7_000,
    from: 1_000_000,
    reason:
      'For 500 rows of a spreadsheet PostgreSQL reads the whole table of confirmed addresses while that costs less than 500 look-ups.',
  },
  {
    part: 'campaign_pending_change',
    most: 1_000,
    reason: 'The donations of 30 days are read until one is found whose donor can be thanked.',
  },
  {
    part: 'union select campaign_id, sub_account_code from donation',
    most: 10_100,
    reason: "A person's own data, which can be downloaded a few times each day.",
  },
  {
    part: 'from refund where (requested_by_uid',
    most: 300,
    reason: "A person's own data, which can be downloaded a few times each day.",
  },
  {
    part: 'with open as ( select campaign_id, sum(kobo) as kobo',
    most: 700,
    reason:
      'What Ajo may lose is the sum of all open refunds, returns and disputes, which are few.',
  },
  {
    part: "from refund where mode = $1 and state <> 'processed'",
    most: 300,
    reason: 'Admins read the refunds that are open, which are few.',
  },
  {
    part: 'from mail_outbox where sent_at is null and failed_at is null)',
    most: 300,
    reason: 'Admins see the number of mails of a day, from an index.',
  },
  {
    part: 'count(*) as refunds, sum(amount_kobo)',
    most: 300,
    reason: 'The figures of all years are read once in ten minutes.',
  },
]
