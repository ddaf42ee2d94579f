import type { Translation } from '#shared/translation.ts'

import type { updateFormText as english } from '../update-form.ts'

export const updateFormText: Translation<typeof english> = {
  writeHint:
    'Everybody fit read am for your campaign page. Donors wey gree for mails and people wey dey follow go get am one time, when you publish am.',
  heading: 'Heading',
  words: 'Wetin happen?',
  wordsHint: 'Talk wetin the money don do, and wetin go follow. E no fit pass 5,000 characters.',
  pictures: 'Pictures',
  picturesHint:
    'E no fit pass 4. Everybody go see them, and the mail go show the first one. Ask the people wey dey the picture before you add am.',
  picture: 'Picture wey you wan add',
  pictureHint: 'Na .jpg, .png or .webp file wey no pass 5 MB.',
  addPicture: 'Add the picture',
  pictureText: (number) => `Wetin picture ${number} dey show?`,
  pictureTextHint: 'Na one sentence, and e go dey under the picture.',
  removePicture: (number) => `Remove picture ${number}`,
  preview: 'See am first',
  previewTitle: 'Na this everybody go read',
  publish: 'Publish the update',
  published: (recipients) =>
    recipients === 0
      ? 'Your update don show. No donor gree for mails and nobody dey follow yet, so we no mail am to anybody.'
      : recipients === 1
        ? 'Your update don show, and we mail am to 1 person.'
        : `Your update don show, and we mail am to ${recipients} people.`,
  edit: 'Change am',
  save: 'Save the change',
  saveHint: 'People fit still read how e be before. We no go mail the change again.',
  hide: 'Hide the update',
}
