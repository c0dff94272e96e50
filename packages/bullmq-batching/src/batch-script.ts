import type { Script } from './scripts.js';

/** An argument of a Redis script. */
export type Value = string | number | Buffer;

/**
 * Returns a Lua script that runs a script of BullMQ once for each job of a batch, on a `redis` object that runs commands which
 * are the same for all jobs once per batch:
 *
 * - The settings in the queue's `meta` are read once.
 * - The event stream is trimmed once.
 * - The set of finished jobs is trimmed once, by the last of the jobs with the same retention.
 * - The marker that wakes a waiting worker is written once, and removed if nothing is waiting.
 *
 * KEYS: the keys of BullMQ's script for the first job. ARGV: the prefix of the queue's keys, then for each job its
 * specific keys, and the arguments of BullMQ's script. Returns for each job the result of that script, or an error that does not affect
 * the others.
 */
export function createBatchScript({ name, text, jobKeys, args }: Script): string {
  const finishes = name === 'moveToFinished';
  return `
local queue = ARGV[1]
${createPrelude(text)}
local keys = {unpack(KEYS)}
local results = {}
${finishes ? LAST_WITH_RETENTION : ''}
local nothingWaits = false
for from = 2, #ARGV, ${jobKeys.length + args} do
${jobKeys.map((key, at) => `  keys[${key + 1}] = ARGV[from + ${at}]`).join('\n')}
  local args = {unpack(ARGV, from + ${jobKeys.length}, from + ${jobKeys.length + args - 1})}
${finishes ? FINISH : '  results[#results + 1] = run(keys, args)'}
end

mark()
return results
`;
}

/**
 * Returns a Lua script that fetches several jobs: at most half of the waiting ones, and at most a given number.
 *
 * KEYS and ARGV: those of BullMQ's `moveToActive`, then the maximum number of jobs. Returns the results of that script. The last one
 * has no job if nothing is waiting.
 */
export const createFetchScript = ({ text }: Script): string => `
local queue = ARGV[1]
${createPrelude(text)}
local args = {ARGV[1], ARGV[2], ARGV[3]}
local wanted = math.max(1, math.min(tonumber(ARGV[4]), math.ceil(countWaiting() / 2)))
local results = {}
for number = 1, wanted do
  local result = run(KEYS, args)
  results[number] = result
  if type(result[1]) ~= 'table' then break end
end
if #results < tonumber(ARGV[4]) and type(results[#results][1]) == 'table' and countWaiting() == 0 then
  results[#results + 1] = run(KEYS, args)
end
mark()
return results
`;

/** Defines `run`, which runs BullMQ's script once, `countWaiting`, and `mark`, which is called at the end. Uses the `queue` prefix. */
function createPrelude(text: string): string {
  const { definitions, body } = splitDefinitions(text);
  return `
local real, call = redis, redis.call
local metaKey, eventsKey, markerKey = queue .. 'meta', queue .. 'events', queue .. 'marker'
local finishedKey
local settings, isTrimmed, trimsFinished, marks = {}, false, true, false

local replaced = {
  HGET = function(key, field)
    if key ~= metaKey then return call('HGET', key, field) end
    if settings[field] == nil then settings[field] = call('HGET', key, field) end
    return settings[field]
  end,
  HMGET = function(key, ...)
    if key ~= metaKey then return call('HMGET', key, ...) end
    local fields = table.concat({...}, ' ')
    if settings[fields] == nil then settings[fields] = call('HMGET', key, ...) end
    return settings[fields]
  end,
  HSET = function(key, ...)
    if key == metaKey then settings = {} end
    return call('HSET', key, ...)
  end,
  XTRIM = function(key, ...)
    if key ~= eventsKey then return call('XTRIM', key, ...) end
    if isTrimmed then return 0 end
    isTrimmed = true
    return call('XTRIM', key, ...)
  end,
  ZREVRANGEBYSCORE = function(key, ...)
    if key == finishedKey and not trimsFinished then return {} end
    return call('ZREVRANGEBYSCORE', key, ...)
  end,
  ZREVRANGE = function(key, ...)
    if key == finishedKey and not trimsFinished then return {} end
    return call('ZREVRANGE', key, ...)
  end,
  ZREMRANGEBYRANK = function(key, ...)
    if key == finishedKey and not trimsFinished then return 0 end
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

local redis = setmetatable({
  call = function(command, ...)
    local replacement = replaced[command]
    if replacement then return replacement(...) end
    return call(command, ...)
  end,
}, { __index = real })
local rcall = redis.call
${definitions}

local function runOne(KEYS, ARGV)
${body}
end

local function run(keys, args)
  local isFine, result = pcall(runOne, keys, args)
  if isFine then return result or 0 end
  return real.error_reply(type(result) == 'table' and result.err or tostring(result))
end

local function countWaiting()
  return call('LLEN', queue .. 'wait') + call('ZCARD', queue .. 'prioritized')
end

local function mark()
  if not marks then return end
  if countWaiting() > 0 then
    call('ZADD', markerKey, 0, '0')
  else
    call('ZREM', markerKey, '0')
  end
end`;
}

/** Finds the last job of each retention: it trims the finished jobs for all of them. */
const LAST_WITH_RETENTION = `
local last, retentions = {}, {}
for from = 2, #ARGV, 12 do
  local keep = cmsgpack.unpack(ARGV[from + 10]).keepJobs
  local retention = table.concat({ARGV[from], tostring(keep.count), tostring(keep.age), tostring(keep.limit)}, ' ')
  retentions[from] = retention
  last[retention] = from
end
`;

/** Finishes one job. After a job has found nothing to fetch next, later jobs fetch nothing. */
const FINISH = `
  finishedKey, trimsFinished = keys[11], last[retentions[from]] == from
  local fetchesNext = args[6] == '1'
  if nothingWaits then args[6] = '0' end
  local result = run(keys, args)
  if fetchesNext and result == 0 then nothingWaits = true end
  results[#results + 1] = result`;

/** A function at the top level of BullMQ's scripts. */
const DEFINITION = /^local (?:function \w+|\w+ = function)[\s\S]*?^end[ \t]*$/gm;

/** Separates the functions of a script, so that they are defined once. They use only their arguments and each other. */
function splitDefinitions(text: string): { definitions: string; body: string } {
  const definitions = text.match(DEFINITION) ?? [];
  return { definitions: definitions.join('\n'), body: text.replace(DEFINITION, '') };
}
