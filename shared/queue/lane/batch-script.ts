import { PINNED_SCRIPTS } from './stock-scripts.js';

/**
 * What all three batches share: a script of BullMQ as a function that is run once per job, on a `redis` that leaves out
 * what one command can do for the whole batch.
 *
 * - What the queue's `meta` says is asked for once: nobody else can change it meanwhile.
 * - The stream of events is trimmed once.
 * - Ended jobs are trimmed only where `trims` is set: for the last job of those that are to be trimmed alike.
 * - The marker, which wakes a waiting worker, is written once in the end, and taken away when nothing waits any more.
 *
 * An error of one job is that job's result; the others are not touched by it.
 */
const prelude = (stock: string): string => {
  const { definitions, steps } = apart(stock);
  return `
local real = redis
local call = redis.call
local metaKey, eventsKey, waitKey, prioritizedKey, markerKey, endedKey
local known, trimmed, trims, marks = {}, false, true, false

local instead = {
  HGET = function(key, field)
    if key ~= metaKey then return call('HGET', key, field) end
    if known[field] == nil then known[field] = call('HGET', key, field) end
    return known[field]
  end,
  HMGET = function(key, ...)
    if key ~= metaKey then return call('HMGET', key, ...) end
    local fields = table.concat({...}, ' ')
    if known[fields] == nil then known[fields] = call('HMGET', key, ...) end
    return known[fields]
  end,
  HSET = function(key, ...)
    if key == metaKey then known = {} end
    return call('HSET', key, ...)
  end,
  XTRIM = function(key, ...)
    if key ~= eventsKey then return call('XTRIM', key, ...) end
    if trimmed then return 0 end
    trimmed = true
    return call('XTRIM', key, ...)
  end,
  ZREVRANGEBYSCORE = function(key, ...)
    if key == endedKey and not trims then return {} end
    return call('ZREVRANGEBYSCORE', key, ...)
  end,
  ZREVRANGE = function(key, ...)
    if key == endedKey and not trims then return {} end
    return call('ZREVRANGE', key, ...)
  end,
  ZREMRANGEBYRANK = function(key, ...)
    if key == endedKey and not trims then return 0 end
    return call('ZREMRANGEBYRANK', key, ...)
  end,
  ZADD = function(key, score, member)
    if key == markerKey and member == '0' then
      marks = true
      return 0
    end
    return call('ZADD', key, score, member)
  end,
}

local thrifty = {
  call = function(command, ...)
    local other = instead[command]
    if other then return other(...) end
    return call(command, ...)
  end,
  pcall = real.pcall,
  log = real.log,
  sha1hex = real.sha1hex,
  error_reply = real.error_reply,
  status_reply = real.status_reply,
}

local redis = thrifty
local rcall = redis.call
${definitions}

local function stock(KEYS, ARGV)
${steps}
end

local function run(keys, args)
  local fine, result = pcall(stock, keys, args)
  if fine then
    if result == nil then return 0 end
    return result
  end
  if type(result) == 'table' then result = result.err end
  return real.error_reply(tostring(result))
end

local function mark()
  if not marks then return end
  if call('LLEN', waitKey) > 0 or call('ZCARD', prioritizedKey) > 0 then
    call('ZADD', markerKey, 0, '0')
  else
    call('ZREM', markerKey, '0')
  end
end
`;
};

/** A function of BullMQ's scripts: they stand at the beginning of a line, from their name to their end. */
const DEFINITION = /^local (?:function \w+|\w+ = function)[\s\S]*?^end[ \t]*$/gm;

/**
 * Takes the functions out of a script, which only use their arguments and each other: they are made once for a batch
 * instead of once for a job.
 */
function apart(stock: string): { definitions: string; steps: string } {
  const definitions = stock.match(DEFINITION) ?? [];
  return { definitions: definitions.join('\n'), steps: stock.replace(DEFINITION, '') };
}

const { add, end } = PINNED_SCRIPTS;

/** Arguments of BullMQ's script, per job. */
const ADD_ARGS = 3;
/** Of the keys of an end, the first are the same for all jobs; then come the ended jobs' set, the job, its metrics, the marker. */
export const END_SHARED_KEYS = 10;
/** In how many parts the batch of ends is given each job. */
const END_PARTS = 5;
/** What that script returns for a job whose lock is gone, and is nobody else's. */
const LOCK_GONE = -2;

/**
 * Adds jobs to one queue.
 * KEYS: those of `addStandardJob`, then `prioritized`. ARGV: its three arguments, for each job.
 * Returns for each job what that script returns, or an error.
 */
export const addBatch = (stock: string): string => `${prelude(stock)}
local keys = {unpack(KEYS, 1, ${add.keys})}
waitKey, metaKey, eventsKey, markerKey, prioritizedKey = KEYS[1], KEYS[3], KEYS[8], KEYS[9], KEYS[${add.keys + 1}]
local results = {}
for from = 1, #ARGV, ${ADD_ARGS} do
  results[#results + 1] = run(keys, {unpack(ARGV, from, from + ${ADD_ARGS - 1})})
end
mark()
return results
`;

/**
 * Fetches jobs until nothing waits or it has as many as asked for.
 * KEYS: those of `moveToActive`. ARGV: its three arguments, the number, the token that the jobs are locked with, and how
 * many workers share what waits: of more than one, none takes more at a time than its share.
 * Returns what that script returned each time; the last result is without a job when there were fewer than asked for.
 */
export const fetchBatch = (stock: string): string => `${prelude(stock)}
waitKey, prioritizedKey, eventsKey, metaKey, markerKey = KEYS[1], KEYS[3], KEYS[4], KEYS[9], KEYS[11]
local queue, at, packed, wanted, token, sharers = unpack(ARGV)
if tonumber(sharers) > 1 then
  local waiting = call('LLEN', waitKey) + call('ZCARD', prioritizedKey)
  wanted = math.max(1, math.min(wanted, math.ceil(waiting / sharers)))
end
local opts = cmsgpack.unpack(packed)
opts.token = token
local args = {queue, at, cmsgpack.pack(opts)}
local results = {}
for number = 1, tonumber(wanted) do
  local result = run(KEYS, args)
  results[number] = result
  if type(result[1]) ~= 'table' then break end
end
mark()
return results
`;

/**
 * Ends jobs, each with its reply.
 * KEYS: those of `moveToFinished` that are the same for all jobs of a queue, then its marker. ARGV: the beginning of the
 * queue's keys, how many replies a stream holds, and for each job five parts: the packed options and the packed fields of
 * that script, the job's result, the reply's body, and as JSON the job's id, the time, the field of the result, the state
 * that the job ends in, whether a next one is wanted, whether ended jobs are to be trimmed with it, and the stream, the id
 * and the head of its reply; a job without a head has no reply.
 * Returns for each job what that script returns, or an error. A reply is sent only when its job was really ended, and to
 * a stream that is still there. A process that has stood still may find the lock of its job run out: as long as the job
 * has not been taken from it, what it has computed counts.
 */
export const endBatch = (stock: string): string => `${prelude(stock)}
waitKey, prioritizedKey, eventsKey, metaKey, markerKey = KEYS[1], KEYS[3], KEYS[4], KEYS[9], KEYS[${END_SHARED_KEYS + 1}]
local queue, kept = ARGV[1], ARGV[2]
local keys = {unpack(KEYS, 1, ${END_SHARED_KEYS})}
keys[${end.keys}] = markerKey
local results = {}
local nothingWaits = false
for from = 3, #ARGV, ${END_PARTS} do
  local opts, fields, value, body, others = unpack(ARGV, from, from + ${END_PARTS - 1})
  local id, at, field, state, wantsNext, trim, stream, replyTo, head = unpack(cjson.decode(others))
  endedKey, trims = queue .. state, trim
  keys[11], keys[12], keys[13] = endedKey, queue .. id, queue .. 'metrics:' .. state
  local next = wantsNext and not nothingWaits and '1' or '0'
  local asked = {id, at, field, value, state, next, queue, opts, fields}
  local result = run(keys, asked)
  if result == ${LOCK_GONE} and call('LPOS', KEYS[2], id) then
    call('SET', queue .. id .. ':lock', cmsgpack.unpack(opts).token)
    result = run(keys, asked)
  end
  -- Zero: ended, and nothing to do next. Whoever asks after this one need not look again.
  if wantsNext and result == 0 then nothingWaits = true end
  local ended = type(result) == 'table' and not result.err or type(result) == 'number' and result >= 0
  if ended and head ~= '' then
    call('XADD', stream, 'NOMKSTREAM', 'MAXLEN', '~', kept, '*', 'id', replyTo, 'head', head, 'body', body)
  end
  results[#results + 1] = result
end
mark()
return results
`;
