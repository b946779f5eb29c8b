/** Words for a change of something that someone else has changed since it was opened here. */
export const conflicts = {
  by: (name: string) => `${name} changed this after you opened it.`,
  yours: 'You changed this somewhere else after you opened it here.',
  someone: 'This was changed after you opened it.',
  about: 'Nothing was saved. Load the current version and lose what you typed, or save yours over it.',
  reload: 'Load current version',
  overwrite: 'Save mine anyway',
};
