/** Transfers to the account number of a campaign, and their receipts. */
export const transferText = {
  title: (campaign: string) => `Donate to ${campaign} by bank transfer`,
  link: {
    title: 'Get the receipt of your transfer',
    question:
      'Someone entered this email address for a bank transfer to a campaign on Ajo. Was it you? Then the donation and its receipt become yours.',
    confirm: 'This transfer is mine',
    done: 'The receipt of this transfer has been claimed already.',
    home: 'Go to Ajo',
  },
  account: {
    title: 'Transfer from your bank app',
    lead: 'Any transfer to this account is a donation to this campaign. You don’t need a form.',
    bank: 'Bank',
    number: 'Account number',
    name: 'Account name',
    fee: 'The fee of a transfer is 1%, up to ₦300. Everything else goes to the campaign. The organiser sees the name that your bank sends. Transfers under ₦50 can’t be counted.',
    receipt: 'Sent a transfer? Get your receipt',
  },
  claim: {
    title: 'Sent a transfer? Get your receipt',
    intro:
      'Enter what you sent and where from. If we find the transfer, we’ll email you a link to your donation and its receipt.',
    amount: 'Amount that you sent (₦)',
    digits: 'Last 4 digits of the account that you sent it from',
    email: 'Email address',
    send: 'Email me the link',
    sent: (duration: string) =>
      `If we have the transfer and it is not claimed yet, a link is on its way to you. The link works for ${duration}. A transfer can take some minutes to arrive.`,
  },
}
