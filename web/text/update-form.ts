/** The form in which organisers write and edit an update. */
export const updateFormText = {
  writeHint:
    'Everyone can read it on your campaign’s page. Donors who agreed to mails and followers receive it once, when you publish it.',
  heading: 'Heading',
  words: 'What happened?',
  wordsHint: 'Say what the money did so far, and what comes next. Up to 5,000 characters.',
  pictures: 'Pictures',
  picturesHint:
    'Up to 4. Everyone sees them, and the mail shows the first. Ask the people in a picture before you add it.',
  picture: 'Picture to add',
  pictureHint: 'A .jpg, .png or .webp file of up to 5 MB.',
  addPicture: 'Add picture',
  pictureText: (number: number) => `What does picture ${number} show?`,
  pictureTextHint: 'One sentence, which stands below the picture.',
  removePicture: (number: number) => `Remove picture ${number}`,
  preview: 'Preview',
  previewTitle: 'This is what everyone will read',
  publish: 'Publish update',
  published: (recipients: number) =>
    recipients === 0
      ? 'Your update is published. No donor agreed to mails and no one follows yet, so it is mailed to no one.'
      : recipients === 1
        ? 'Your update is published and mailed to 1 person.'
        : `Your update is published and mailed to ${recipients} people.`,
  edit: 'Edit',
  save: 'Save changes',
  saveHint: 'Earlier versions stay readable. Changes are not mailed again.',
  hide: 'Hide update',
}
