import { sql } from '../../../../platform/database/sql.ts'
import { deleteRows, personal, type TableEntry } from '../entries/entry.ts'
import { byOther } from '../entries/rows.ts'

const ofDonation = byOther(
  '`subject` is a donation of the person',
  (donations) => sql`subject in (select 'donation:' || id from donation where ${donations})`,
)

const technical = (purpose: string, columns: Record<string, string>) => ({
  purpose,
  term: { while: 'the transparency log exists' },
  columns,
})

/** The transparency log. No leaf names a person. */
export const transparencyTables = {
  log_opening: {
    purpose: 'Prove that a leaf belongs to a donation',
    basis: 'contract',
    subjects: ['donor'],
    recipients: ['people to whom the donor shows the receipt'],
    term: 'moneyRecords',
    erasure: [deleteRows(ofDonation)],
    columns: {
      'log leaf_index': 'Leaf',
      'salt subject': personal('What opens the commitment of the leaf', {
        leftOut: 'It is part of the proof in the receipt.',
      }),
    },
  },
  log_state: technical('Add leaves', {
    'log origin size root frontier published_size full_scan_at': 'Size and root of the tree',
  }),
  log_leaf: technical('Prove each entry of the ledger', {
    'log leaf_index campaign_id effect_key leaf hash': 'The entry, and its leaf without a person',
  }),
  log_node: technical('Prove the tree', { 'log level node_index hash': 'Hashes' }),
  log_checkpoint: technical('Sign the tree', { 'log size note signed_at': 'Signature' }),
  log_cosignature: technical('Confirm the tree by witnesses', {
    'log size witness cosigned_time line': 'Signature of a witness',
  }),
  log_campaign: technical('Hide campaigns in the leaves', {
    'log campaign_id tag place raised_kobo': 'Tag of a campaign',
  }),
  log_key: technical('Verify checkpoints', { 'log verifier_key first_used_at': 'Public key' }),
  log_dispatch: technical('Send checkpoints outside', { 'log channel size sent_at': 'Last one' }),
} satisfies Record<string, TableEntry>
