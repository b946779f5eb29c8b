import fastify from 'fastify';

/** The upper limit for a query: a bare Fastify route that validates the same body and returns the same bytes, in its own
 *  process. Prints its address. `BODY`: the bytes. */
const app = fastify();
const schema = {
  body: {
    type: 'object',
    additionalProperties: false,
    required: ['query'],
    properties: {
      query: { type: 'string', minLength: 1, maxLength: 2048 },
      limit: { type: 'integer', minimum: 1, maximum: 20 },
    },
  },
};
app.post('/v1/query', { schema }, async (_request, reply) =>
  reply.type('application/json').send(process.env['BODY']),
);
console.log(await app.listen({ host: '127.0.0.1', port: 0 }));
