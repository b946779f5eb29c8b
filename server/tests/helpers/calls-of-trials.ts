/** Calls of trials, of the models behind them, and of what knowledge bases are asked, for the examples of the reference. */
export const callsOfTrials = (agent: string): ['GET' | 'POST', string, unknown?][] => {
  const path = `/v1/agents/${agent}/trials`;
  const message = 'What does a ticket for adults cost?';
  const trial = { message, settings: { response_length: 'short' }, model: 'none' };
  return [
    ['GET', path],
    ['GET', '/v1/knowledge-bases/activity'],
    ['GET', '/v1/knowledge-base/sources/folders'],
    ['GET', '/v1/knowledge-base/sources/export'],
    ['POST', path, trial],
    ['POST', path, { ...trial, stream: true }],
    ['GET', '/v1/configuration/models'],
    ['POST', '/v1/configuration/models/test', { role: 'embedding' }],
  ];
};
