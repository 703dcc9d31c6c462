-- 60: os, io and channel: here they are missing; the worker's own test has them
-- verdict: E
-- without the sandbox: D
return { name = "Hostile", choose = function(pos, moves)
os.execute("echo x >> @CANARY@")
io.open("@CANARY@", "w"):write("dead")
return moves[1] end }
