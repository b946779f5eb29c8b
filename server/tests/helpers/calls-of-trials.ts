/** Calls of trials, for the examples of the reference. */
export const callsOfTrials = (agent: string): ['GET' | 'POST', string, unknown?][] => {
  const path = `/v1/agents/${agent}/trials`;
  const message = 'What does a ticket for adults cost?';
  const trial = { message, settings: { response_length: 'short' }, model: 'none' };
  return [
    ['GET', path],
    ['POST', path, trial],
    ['POST', path, { ...trial, stream: true }],
  ];
};
