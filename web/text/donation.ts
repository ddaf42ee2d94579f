/** Giving, and what became of a gift. */
export const donationText = {
  title: (campaign: string) => `Give to “${campaign}”`,
  description: (campaign: string) => `Give to “${campaign}” by card. No account is needed.`,
  back: 'Back to the campaign',
  others: 'See other campaigns',
  amount: 'Amount',
  amountHint: '₦50.00 to ₦10,000,000.00',
  quick: 'Often given',
  email: 'Email address',
  emailHint:
    'Your receipt goes there. The organiser sees it, unless you give anonymously; visitors never do.',
  name: 'Your name (optional)',
  message: 'A message to the organiser (optional)',
  anonymous: 'Give anonymously: the organiser sees neither my name nor my email',
  updates: 'The organiser may thank me by email',
  updatesHint: 'Ajo passes it on, and each such email has a link that ends them.',
  pay: 'Pay now!',
  secure: 'You pay on the secure page of our payment provider. Ajo never sees your card.',
  problem: 'Your gift could not be started',
  nothingCharged: 'Nothing was charged.',
  fees: {
    title: 'Where your money goes',
    sentence: (platform: string) =>
      `Of each gift the payment provider keeps a card fee of 1.5% plus ₦100.00 (without the ₦100.00 below ₦2,500.00, and never more than ₦2,000.00) and Ajo keeps ${platform}. The rest goes to the campaign.`,
    gift: 'Your gift',
    card: 'Card fee',
    platform: 'Ajo keeps',
    owner: 'The campaign receives',
  },
  receipt: {
    test: 'Test payment',
    testText: 'No real money moved.',
    pageTitle: 'Your donation',
    amount: 'Amount',
    campaign: 'Campaign',
    started: 'Started',
    paid: 'Paid',
    status: 'Status',
    checking:
      'We ask the payment provider every few seconds. You can leave this page: its address stays yours.',
    reload: 'Check again',
    share: 'Tell others about it',
    again: 'Give again',
    tryAgain: 'Try again',
    toCampaign: 'Back to the campaign',
    print: 'Print',
    states: {
      open: {
        title: 'Confirming your payment…',
        text: 'This usually takes a few seconds.',
      },
      success: {
        title: 'Thank you! Your gift has arrived.',
        text: 'Your payment is confirmed and counted in what has been raised. The campaign receives it with the payment provider’s next payout.',
      },
      failed: {
        title: 'The payment did not go through',
        text: 'Your bank or card refused it. Nothing was charged. You can try again, or use another card.',
      },
      abandoned: {
        title: 'The payment was not finished',
        text: 'The payment page was left before paying. Nothing was charged.',
      },
      reversed: {
        title: 'The payment was reversed',
        text: 'The money goes back to your card. Banks need up to ten working days.',
      },
      refunded: {
        title: 'The payment was refunded',
        text: 'The money goes back to your card. Banks need up to ten working days.',
      },
      'partially refunded': {
        title: 'Part of the payment was refunded',
        text: 'That part goes back to your card. Banks need up to ten working days.',
      },
      disputed: {
        title: 'The payment is disputed',
        text: 'Your bank and the payment provider are looking into it.',
      },
      other: {
        title: 'Your donation',
        text: 'The payment provider reports the state below.',
      },
    },
  },
}
