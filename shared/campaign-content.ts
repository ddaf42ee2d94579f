type CampaignText = {
  /** Fewest characters. */
  min: number
  /** An edit of a public campaign waits for a reviewer, or is scored by the words that it changes. */
  edit: 'waits' | 'scored'
}

/** The texts that tell what a campaign is about. Forms, both stores, versions, pending changes, evidence and comparisons hold each of them. */
export const campaignTexts = {
  description: { min: 1, edit: 'scored' },
  raiseMoneyFor: { min: 50, edit: 'waits' },
  importance: { min: 50, edit: 'scored' },
  impact: { min: 50, edit: 'scored' },
} as const satisfies Record<string, CampaignText>

export type TextName = keyof typeof campaignTexts
export type CampaignTexts = Record<TextName, string>

export const textNames = Object.keys(campaignTexts) as TextName[]

/** The texts that the wizard asks for after the goal. */
export const laterTextNames = textNames.filter((name) => name !== 'description')

export const mapTexts = <Value>(toValue: (name: TextName) => Value) =>
  Object.fromEntries(textNames.map((name) => [name, toValue(name)])) as Record<TextName, Value>

/** All texts as one, for comparisons. */
export const joinTexts = (texts: CampaignTexts) => textNames.map((name) => texts[name]).join('\n')
