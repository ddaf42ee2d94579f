/** The donation form and the status page of a donation. */
export const donationText = {
  title: (campaign: string) => `Donate to ${campaign}`,
  description: (campaign: string) =>
    `Donate to ${campaign} by card, bank transfer, USSD or bank. No account needed.`,
  back: 'Back to the campaign',
  otherCampaigns: 'See other campaigns',
  amount: 'Amount',
  amountHint: '₦50 to ₦10,000,000',
  popularAmounts: 'Popular amounts',
  email: 'Email address',
  emailHint: 'We’ll send your receipt here. It is never shown publicly.',
  emailCode: 'Code from our email',
  emailCodeHint:
    'We’ve sent it to the address above. It proves that the address is yours, and works until the end of tomorrow.',
  name: 'Your name (optional)',
  addMessage: 'Add a message',
  message: 'Leave a message (optional)',
  appearance: {
    title: 'How you appear',
    /** From the boxes that are ticked. */
    line: (ticked: Record<string, string>) =>
      [
        'showName' in ticked ? 'with your name' : 'without your name',
        'hideAmount' in ticked ? 'amount hidden' : 'with the amount',
        ...('anonymous' in ticked ? ['anonymous to the organiser'] : []),
      ].join(', '),
  },
  anonymous: 'Donate anonymously. The organiser won’t see my name or email.',
  publicList: 'On the public list of supporters',
  showName: 'Show my name',
  hideAmount: 'Hide my amount',
  hideAmountHint:
    'You are then listed without an amount and a time, once two others have hidden theirs too.',
  showMessage: 'Show my message',
  showMessageHint: 'Messages with links, numbers or insults wait for a reviewer.',
  shareEmail: 'Share my email with the organiser',
  shareEmailHint:
    'Without this, the organiser sees your name and message and not your address. It has no effect on an anonymous donation.',
  updates: 'Email me updates and thank-yous from the organiser',
  updatesHint:
    'Sent through Ajo once you confirm your email address with the link in your receipt. You can unsubscribe at any time.',
  pay: 'Pay now!',
  secure:
    'You’ll pay on our payment provider’s secure page. Pay by card, bank transfer, USSD or bank account. Ajo never sees your card details.',
  unfinished: {
    title: 'Your payment was not finished',
    text: 'Your details are still here, so you can try again. If you have paid already, check that payment first.',
    check: 'Check the payment',
  },
  problem: 'We couldn’t start your donation',
  nothingCharged: 'You have not been charged.',
  fees: {
    title: 'Where your money goes',
    sentence: (platform: string) =>
      `Payment fee: 1.5% + ₦100, up to ₦2,000 (no ₦100 on donations under ₦2,500), by Nigerian card, bank transfer, USSD or bank. Cards from other countries: 3.9% to 4.5% + ₦100. Ajo fee: ${platform}. Everything else goes to the campaign.`,
    donation: 'Your donation',
    local: 'Fee by Nigerian card, transfer, USSD or bank',
    international: 'Fee by a card from another country',
    range: (least: string, most: string) => `${least} to ${most}`,
    platform: 'Ajo fee',
    owner: 'The campaign receives',
  },
  status: {
    test: 'Test payment',
    testText: 'No real money was charged.',
    pageTitle: 'Your donation',
    amount: 'Amount',
    campaign: 'Campaign',
    started: 'Started',
    paid: 'Paid',
    status: 'Status',
    checking:
      'We’re checking with the payment provider. You can close this page; bookmark this link or wait for our email.',
    reload: 'Check again',
    share: 'Share this campaign',
    donateAgain: 'Donate again',
    tryAgain: 'Try again',
    toCampaign: 'Back to the campaign',
    refund: 'Request a refund',
    myDonations: 'All my donations, and my data',
    channel: 'Paid by',
    channels: {
      card: 'Card',
      bank_transfer: 'Bank transfer',
      ussd: 'USSD',
      bank: 'Bank account',
      dedicated_nuban: 'Transfer to the campaign’s account number',
    },
    fee: 'Payment fee taken',
    advice: {
      card: 'Your bank declined the card. Check its limit and that online payments are on, or try again by bank transfer or USSD.',
      bank_transfer:
        'The transfer did not arrive. Check your bank app. Your bank returns money that came late or with another amount. Then try again, or pay by card or USSD.',
      ussd: 'The USSD payment was not confirmed. Check your balance and your USSD PIN, dial a new code, or pay by card or transfer.',
      bank: 'Your bank did not approve the payment. Check the account and the code that your bank sent, or pay by card or transfer.',
    },
    print: 'Print',
    held: {
      title: 'We are checking your payment',
      arrived: (sum: string) => `${sum} arrived, but the payment does not match your donation.`,
      otherAmount: (arrived: string, asked: string) => `${arrived} arrived instead of ${asked}.`,
      until: (moment: string) =>
        `We decide by ${moment} whether it counts as your donation or is refunded. You can see the decision on this page.`,
      decided: 'It does not count as a donation. Contact us if you want it back.',
    },
    states: {
      open: {
        title: 'Confirming your payment…',
        text: 'This usually takes a few seconds.',
      },
      success: {
        title: 'Thank you! Your donation went through.',
        text: 'Your donation is confirmed and has been added to the total. It is paid to the organiser’s bank account, usually on the next working day.',
      },
      failed: {
        title: 'The payment did not go through',
        text: 'Your bank declined the payment. You have not been charged. Try again, or pay another way: card, bank transfer or USSD.',
      },
      abandoned: {
        title: 'You didn’t finish paying',
        text: 'You have not been charged.',
      },
      reversed: {
        title: 'Your payment was reversed',
        text: 'Your money is being returned to the card or account that you paid with. This can take up to 10 working days.',
      },
      refunded: {
        title: 'Your donation was refunded',
        text: 'Your money is being returned to the card or account that you paid with. This can take up to 10 working days.',
      },
      'partially refunded': {
        title: 'Part of your donation was refunded',
        text: 'That part is being returned to the card or account that you paid with. This can take up to 10 working days.',
      },
      disputed: {
        title: 'Your payment is disputed',
        text: 'Your bank and the payment provider are looking into it.',
      },
      other: {
        title: 'Your donation',
        text: 'Here is the latest status from the payment provider.',
      },
    },
  },
}
