import { personal, type PersonalTable, type TableEntry } from '../entries/entry.ts'

const ofProvider = {
  leftOut: 'It is a payment provider’s record, in development and demo mode only.',
  stays: 'The sandbox stands for the payment provider, which keeps its own records.',
}
const held = (holds: string) => personal(holds, ofProvider)

const ofSandbox = (columns: PersonalTable['columns']): PersonalTable => ({
  purpose: 'Play the payment provider in development and demo mode. Empty in live mode',
  basis: 'contract',
  subjects: ['donor', 'owner'],
  term: { while: 'the development or demo database exists' },
  erasure: [],
  columns,
})

/** The payment sandbox, which plays another company. */
export const sandboxTables = {
  'sandbox.integration': ofSandbox({ 'id secret_key': 'Secret key of the sandbox' }),
  'sandbox.sub_account': ofSandbox({
    'code id bank_code percentage_charge active settlement_schedule created_at updated_at':
      'Facts about the sub-account',
    'business_name account_number account_name description': held('Campaign and bank account'),
    'contact_email contact_name contact_phone metadata': held('Contact, and the account on Ajo'),
  }),
  'sandbox.settlement': ofSandbox({
    'id sub_account_code status total_amount effective_amount total_fees deductions': 'Amounts',
    'settlement_date created_at moves_at updated_at': 'Times',
  }),
  'sandbox.transaction': ofSandbox({
    'id access_code status amount currency sub_account_code transaction_charge bearer fees':
      'Facts about the payment',
    reference: held('Reference of the donation'),
    'email callback_url metadata': held('Address of the donor, and the donation'),
    'gateway_response message channel channels attempts errors': 'State of the payment',
    'paid_with attempt history': held('Test card without its number, and steps of the payment'),
    'opened_at settles_at paid_at created_at': 'Times',
    'settlement_id main_share sub_share main_settlement_id split_code': 'Settlement',
    transfer: held('Sender of a test transfer'),
  }),
  'sandbox.refund': ofSandbox({
    'id dispute_id amount status moves_at refunded_at created_at updated_at': 'Facts and times',
    reference: held('Reference of the donation'),
    'customer_note merchant_note account': held('Notes, and the bank account of the donor'),
  }),
  'sandbox.dispute': ofSandbox({
    'id refund_amount category status resolution uploaded_filename': 'Facts about the dispute',
    reference: held('Reference of the donation'),
    'evidence message history': held('What the parties wrote'),
    'due_at moves_at resolved_at created_at updated_at': 'Times',
  }),
  'sandbox.upload': ofSandbox({
    'file_name dispute_id expires_at': 'Name and end of the address',
    content: held('What the parties sent'),
  }),
  'sandbox.delivery': ofSandbox({
    'id event attempts next_at delivered_at last_response created_at': 'State of the delivery',
    'reference body': held('The webhook'),
  }),
  'sandbox.resolve_day': ofSandbox({ 'day resolves': 'Number of questions to banks' }),
  'sandbox.balance_change': ofSandbox({
    'id difference cause cause_id reason created_at': 'Amount and cause',
  }),
  'sandbox.debit': ofSandbox({
    'id cause cause_id sub_account_code amount collected created_at': 'Amount and cause',
  }),
  'sandbox.customer': ofSandbox({
    'code id created_at': 'Customer, and time',
    'email first_name last_name phone': held('Campaign, and the phone number of its contact'),
  }),
  'sandbox.split': ofSandbox({ 'code id name sub_account_code share created_at': 'Terms' }),
  'sandbox.dedicated_account': ofSandbox({
    'id account_number customer_code split_code assigned_at unassigned_at': 'Account and times',
    account_name: held('Campaign'),
  }),
  'sandbox.deduction': ofSandbox({ 'settlement_id debit_id amount': 'Amount' }),
} satisfies Record<string, TableEntry>
